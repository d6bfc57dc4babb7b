import { TusUploads } from '../mock/tus.ts';
import { handleOtherRequests } from './server.ts';

/** Fake tus server for the uploads of one registration. */
export class TusServer extends TusUploads {
  constructor(...[registrationId, onStored]: ConstructorParameters<typeof TusUploads>) {
    super(registrationId, onStored);
    handleOtherRequests((request) => this.respond(request));
  }
}
