import { nothingIsWrong } from '../support/screens-walk.ts';

nothingIsWrong('operator', 'of an operator');
