import { createBed, forFile } from '@g2/kit/testing';
import { expect, it } from 'vitest';
import { compareMonth } from './compare.ts';

const bed = await forFile(createBed());

it('[figures-naive-long] so is every figure of a month of 5,000 acts', async () => {
  const { money, flow } = await compareMonth(bed, Date.now() % 2 ** 31, 5_000);
  // Nothing of it was equal for being nothing.
  const { creditsOutstanding, giftsOutstanding, ...tallies } = money;
  for (const [name, { count }] of Object.entries(tallies)) expect(count, name).toBeGreaterThan(5);
  expect(Math.min(creditsOutstanding, giftsOutstanding)).toBeGreaterThan(0);
  for (const { stage, count } of flow.stages) expect(count, stage).toBeGreaterThan(20);
  for (const { step, count } of flow.funnel) expect(count, step).toBeGreaterThan(50);
  expect(flow.operators).toHaveLength(4);
}, 600_000);
