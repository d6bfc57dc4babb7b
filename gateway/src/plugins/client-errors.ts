import type { Socket } from 'node:net';
import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import { errorPayload } from '../../contract/errors.ts';

/** Errors of Node's HTTP parser occur before there is a request. They get the same error body as all others. */
export function respondToClientError(error: { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, message] = textOf(error.code);
  const refusal = new AppError('invalid-input', { message });
  const body = JSON.stringify(errorPayload(refusal, newId()));
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function textOf(code: string | undefined): [line: string, message: string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return ['431 Request Header Fields Too Large', 'Os cabeçalhos da requisição são grandes demais.'];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return ['408 Request Timeout', 'A requisição demorou demais para chegar.'];
  }
  return ['400 Bad Request', 'Requisição inválida.'];
}
