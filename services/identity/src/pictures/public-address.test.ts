import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';

describe('an IP address', () => {
  it.each(['8.8.8.8', '200.160.2.3', '172.32.0.1', '2001:4860:4860::8888', '2804:14d::1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '203.0.113.7',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::7f00:1',
    '',
    'localhost',
    '8.8.8',
    '0x7f000001',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('is a loopback address only if it refers to this machine', () => {
    expect(['127.0.0.1', '::1', '10.0.0.1', '8.8.8.8', 'localhost'].map(isLoopbackAddress)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
