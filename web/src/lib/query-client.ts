import { QueryClient } from '@tanstack/react-query';
import { POLICY } from './failures.ts';

export const createQueryClient = (): QueryClient => new QueryClient({ defaultOptions: POLICY });
