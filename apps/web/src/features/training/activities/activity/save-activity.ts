import { exports } from '@boathouse/contract/activities/formats';
import { saveFile } from '../../../../lib/save-file.ts';

export type FileFormat = 'fit' | 'tcx' | 'csv';

/** Has the browser save the activity as a file. @throws ApiError, NetworkError */
export async function saveActivity(id: string, format: FileFormat): Promise<void> {
  await saveFile(exports.activity, { params: { id }, query: { format } });
}
