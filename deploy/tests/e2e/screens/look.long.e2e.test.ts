import { noPageIsWrong } from '../support/screens-walk.ts';

noPageIsWrong();
