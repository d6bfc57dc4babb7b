import type {
  Reminded as ProtoReminded,
  UnpaidFile as ProtoUnpaidFile,
  UnpaidFiles,
} from '@g2/proto/registration';
import type { z } from 'zod';
import type { reminded, UnpaidFile, UnpaidFilePage } from '../../contract/unpaid-files.ts';
import { iso, isoOrNull } from './common.ts';

export const presentUnpaidFile = (file: ProtoUnpaidFile): UnpaidFile => ({
  id: file.id,
  title: file.title,
  userId: file.userId,
  applicantName: file.applicantName,
  fileName: file.fileName,
  fileAttachedAt: isoOrNull(file.fileAttachedAt),
  amount: file.paymentAmount,
  expiresAt: isoOrNull(file.expiresAt),
  remindedAt: isoOrNull(file.remindedAt),
  remindableFrom: isoOrNull(file.remindableFrom),
});

export const presentUnpaidTotals = ({
  total,
  totalCents,
}: Pick<UnpaidFiles, 'total' | 'totalCents'>): UnpaidFilePage['totals'] => ({
  count: total,
  amount: totalCents,
});

export const presentReminded = ({ remindedAt, remindableFrom }: ProtoReminded): z.infer<typeof reminded> => ({
  remindedAt: iso(remindedAt),
  remindableFrom: iso(remindableFrom),
});
