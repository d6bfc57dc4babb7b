import { buffer } from 'node:stream/consumers';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { FileInspected } from '@g2/proto/storage';
import { expect } from 'vitest';
import { ZipFile } from 'yazl';
import { newClaims, putUpload, uploadTicketFor, type World } from './world.ts';

export async function zipped(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadStream);
}

/** Creates deposits through the API and collects storage.file_inspected. */
export async function depositsIn(world: World) {
  const inspectedEvents: FileInspected[] = [];
  const bus = await world.testEnv.bus();
  bus.watch(facts.fileInspected.type, ({ data }) => void inspectedEvents.push(FileInspected.fromJSON(data)));

  /** Uploads and attaches a ZIP. */
  async function deposit(zip: Buffer) {
    const claims = newClaims();
    const { status } = await putUpload(world.base, await uploadTicketFor(world.testEnv, claims), zip);
    expect(status).toBe(200);
    const [row] = await world.sql('SELECT key, sha256 FROM objects WHERE jti = $1', [claims.jti]);
    const [key, sha256] = [String(row?.key), String(row?.sha256)];
    const id = newId();
    const data = facts.fileAttached.codec.toJSON({
      registrationId: claims.registrationId,
      objectKey: key,
      sha256,
      userId: claims.userId,
      status: 'submitted',
      statusUpdatedAt: new Date(),
    });
    await bus.publish({
      id,
      type: facts.fileAttached.type,
      aggregate_id: id,
      version: 1,
      data,
      traceparent: null,
      created_at: new Date(),
    });
    const ticketFor = (isOwner: boolean) =>
      world.testEnv
        .keys('registration')
        .sign(
          'download-ticket',
          { objectKey: key, fileName: 'a.zip', size: zip.length, sha256, isOwner },
          300,
        );
    const [ticket, staffTicket] = [await ticketFor(true), await ticketFor(false)];
    return { key, sha256, ticket, staffTicket, registrationId: claims.registrationId };
  }
  const waitForInspection = ({ key }: { key: string }) =>
    eventually('looked into', async () => inspectedEvents.find((one) => one.objectKey === key));
  return { deposit, looked: waitForInspection };
}
