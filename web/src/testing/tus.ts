import { TusUploads } from '../mock/tus.ts';
import { serveBeside } from './server.ts';

/** Fake tus server for one registration; it gets requests before the answers of the test. */
export class TusServer extends TusUploads {
  constructor(...[registrationId, stored]: ConstructorParameters<typeof TusUploads>) {
    super(registrationId, stored);
    serveBeside((request) => this.respond(request));
  }
}
