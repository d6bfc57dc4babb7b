import type { Messages, Message as ProtoMessage } from '@g2/proto/registration';
import type { Message, MessagePage } from '../../contract/messages.ts';
import type { Wide } from '../route.ts';
import { iso } from './common.ts';
import { type Names, presentName } from './people.ts';

export const presentMessage = (it: ProtoMessage, names: Names): Wide<Message> => ({
  id: it.id,
  number: it.number,
  side: it.side,
  mine: it.mine,
  authorName: presentName(it.authorId, names),
  text: it.text,
  createdAt: iso(it.createdAt),
});

export const presentMessages = (it: Messages, names: Names): Wide<MessagePage> => ({
  items: it.items.map((one) => presentMessage(one, names)),
  total: it.total,
  older: olderThan(it),
  received: it.received,
  receivedRead: it.receivedRead,
});

/** The `before` cursor of the earlier page, null at the beginning. Message numbers have no gaps. */
export const olderThan = ({ items }: Messages): number | null => {
  const first = items[0]?.number ?? 1;
  return first > 1 ? first : null;
};
