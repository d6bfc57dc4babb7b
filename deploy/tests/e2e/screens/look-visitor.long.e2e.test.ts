import { nothingIsWrong } from '../support/screens-walk.ts';

nothingIsWrong('visitor', 'of a visitor');
