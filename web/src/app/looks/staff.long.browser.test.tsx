import { describe } from 'vitest';
import { visits } from '../../testing/look-visits.ts';

describe('nothing is wrong with the looks of', () => visits('staff'));
