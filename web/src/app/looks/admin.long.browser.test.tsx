import { describe } from 'vitest';
import { visits } from '../../testing/look-visits.ts';

describe('layout and accessibility of the page', () => visits('admin'));
