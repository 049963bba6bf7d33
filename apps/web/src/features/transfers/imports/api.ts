import { imports } from '@boathouse/contract/activities/imports';
import { queryOptions } from '@tanstack/react-query';
import { apiQuery } from '../../../lib/api-query.ts';

/** Fetches the viewer's imports that are not undone, newest first. */
export const pastImports = queryOptions({ queryKey: ['imports'], ...apiQuery(imports.list, {}) });
