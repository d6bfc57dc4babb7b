export * from '../mock/records.ts';
