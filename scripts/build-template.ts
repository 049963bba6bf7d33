// Builds the templates of new embedded databases, so that a first start and a restore are quick.
import { buildTemplate } from '../apps/server/src/db/new-database/template.ts';

await buildTemplate('newest');
