import type { Reminded as ProtoReminded, UnpaidFile as ProtoUnpaidFile } from '@g2/proto/registration';
import type { z } from 'zod';
import type { reminded, UnpaidFile } from '../../contract/unpaid-files.ts';
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

export const presentReminded = ({ remindedAt, remindableFrom }: ProtoReminded): z.infer<typeof reminded> => ({
  remindedAt: iso(remindedAt),
  remindableFrom: iso(remindableFrom),
});
