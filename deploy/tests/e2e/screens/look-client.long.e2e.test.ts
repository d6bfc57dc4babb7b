import { nothingIsWrong } from '../support/screens-walk.ts';

nothingIsWrong('client', 'of a client');
