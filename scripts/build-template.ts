// Builds the template that new embedded databases are made from, so that a first start is quick.
import { buildTemplate } from '../apps/server/src/db/pglite.ts';

await buildTemplate();
