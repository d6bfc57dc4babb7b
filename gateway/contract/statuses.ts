import { DISPLAYED_JURISDICTIONS, JURISDICTIONS } from '@g2/terms/names';
import { ACTIONS, STATUSES } from '@g2/terms/statuses';
import { z } from 'zod';
import { openEnum } from './common.ts';

export const registrationStatus = z
  .enum(STATUSES, { error: 'Status inválido' })
  .meta({ id: 'RegistrationStatus' });
export const openStatus = openEnum(STATUSES);

export const operatorAction = z.enum(ACTIONS, { error: 'Ação inválida' }).meta({ id: 'OperatorAction' });
export const openAction = openEnum(ACTIONS);

export const jurisdictionInput = z.enum(JURISDICTIONS, {
  error: (issue) =>
    issue.input === undefined || issue.input === null || issue.input === ''
      ? 'Jurisdição é obrigatória'
      : 'Jurisdição inválida',
});

export const jurisdiction = openEnum(DISPLAYED_JURISDICTIONS);
