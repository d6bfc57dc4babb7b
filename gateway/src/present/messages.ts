import type { Messages, Message as ProtoMessage } from '@g2/proto/registration';
import type { Message, MessagePage } from '../../contract/messages.ts';
import type { Wide } from '../route.ts';
import { present } from './common.ts';
import { type Names, presentName } from './people.ts';

export const presentMessage = (it: ProtoMessage, names: Names): Wide<Message> => ({
  ...present(it),
  authorName: presentName(it.authorId, names),
});

export const presentMessages = (it: Messages, names: Names): Wide<MessagePage> => ({
  ...it,
  items: it.items.map((one) => presentMessage(one, names)),
  older: olderThan(it),
});

/** The `before` cursor of the page with earlier messages; null at the beginning. Message numbers have no gaps. */
export const olderThan = ({ items }: Messages): number | null => {
  const first = items[0]?.number ?? 1;
  return first > 1 ? first : null;
};
