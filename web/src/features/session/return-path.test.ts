import { describe, expect, it } from 'vitest';
import { authPath, returnPath } from './return-path.ts';

describe('the return path after signing in', () => {
  it('keeps the path and query of the page that required the sign-in', () => {
    const path = authPath({ pathname: '/register', search: '?id=1&step=upload' });
    expect(path).toBe('/auth?next=%2Fregister%3Fid%3D1%26step%3Dupload');
    expect(returnPath(path.slice('/auth'.length))).toBe('/register?id=1&step=upload');
  });
  it('returns the dashboard for clients and the work page for staff by default', () => {
    expect(authPath({ pathname: '/', search: '' })).toBe('/auth');
    expect(returnPath('')).toBe('/dashboard');
    expect(returnPath('', 'operator')).toBe('/operator');
    expect(returnPath('', 'admin')).toBe('/admin');
    expect(returnPath('?next=%2Fprofile', 'admin')).toBe('/profile');
  });
  it('never leads to another site or back to the sign-in page', () => {
    for (const next of [
      'https://x.example',
      '//x.example',
      '/\\x.example',
      '/\\\\x.example',
      '/\t/x.example',
      '/\n/x.example',
      '/\r\\x.example',
      '/.//x.example',
      '/%0a/../..//x.example',
      '\t//x.example',
      '//',
      'x.example',
      'javascript:1',
      '/auth?next=/a',
    ]) {
      expect(returnPath(`?next=${encodeURIComponent(next)}`)).toBe('/dashboard');
    }
  });
});
