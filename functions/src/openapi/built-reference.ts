import { openApiDocument } from './document.ts';
import { referencePage } from './reference-page.ts';

/** The reference for people. The build replaces this module with its values (scripts/build.mjs), so that instances need not compute them. */
export const { html, styleHash } = referencePage(openApiDocument());
