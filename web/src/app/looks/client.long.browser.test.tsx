import { describe } from 'vitest';
import { testPages } from '../../testing/look-visits.ts';

describe('layout and accessibility of the page', () => testPages('user'));
