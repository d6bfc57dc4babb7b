import { expect, it } from 'vitest';
import template from '../../index.html?raw';

it('[language-pt-br] every page, prerendered or not, says that it is in Brazilian Portuguese', () => {
  // All pages are made of this one.
  expect(template).toMatch(/^<!doctype html>\s*<html lang="pt-BR"/i);
});
