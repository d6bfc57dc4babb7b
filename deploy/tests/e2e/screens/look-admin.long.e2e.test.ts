import { nothingIsWrong } from '../support/screens-walk.ts';

nothingIsWrong('admin', 'of an administrator');
