import { nothingIsWrong } from '../support/screens-walk.ts';

nothingIsWrong('wizard', 'of the wizard');
