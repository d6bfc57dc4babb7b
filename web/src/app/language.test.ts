import { expect, it } from 'vitest';
import template from '../../index.html?raw';

it('[language-pt-br] every page, prerendered or not, declares the language pt-BR', () => {
  // Every page is built from this template.
  expect(template).toMatch(/^<!doctype html>\s*<html lang="pt-BR"/i);
});
