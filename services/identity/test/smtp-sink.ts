import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

type ReceivedMail = { from: string; to: string; source: string };

export type SmtpSink = {
  url: string;
  received: ReceivedMail[];
  /** Responses to the next RCPT TO commands; afterwards all are accepted. */
  refusals: string[];
  close(): Promise<void>;
};

/** Minimal SMTP server (RFC 5321, no TLS) that stores accepted mails. */
export async function createSmtpSink(at = 0): Promise<SmtpSink> {
  const received: ReceivedMail[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail = { from: '', to: '', source: '' };
    let inData = false;
    say('220 sink ESMTP');
    createInterface({ input: socket }).on('line', (line) => {
      if (inData) {
        if (line !== '.') mail.source += `${line}\n`;
        else {
          inData = false;
          received.push(mail);
          say('250 kept');
        }
        return;
      }
      const [, verb = '', rest = ''] = /^(\w+)(.*)$/.exec(line) ?? [];
      if (verb === 'MAIL') mail = { from: rest, to: '', source: '' };
      if (verb === 'RCPT') {
        mail.to = rest;
        return say(refusals.shift() ?? '250 ok');
      }
      inData = verb === 'DATA';
      return say(inData ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 ok');
    });
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
