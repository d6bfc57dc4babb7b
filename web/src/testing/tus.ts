import { TusUploads } from '../mock/tus.ts';
import { serveBeside } from './server.ts';

/** The uploads of one registration, answered before the test's other answers. */
export class TusServer extends TusUploads {
  constructor(...[registrationId, stored]: ConstructorParameters<typeof TusUploads>) {
    super(registrationId, stored);
    serveBeside((request) => this.respond(request));
  }
}
