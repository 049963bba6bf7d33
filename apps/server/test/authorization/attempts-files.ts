import sharp from 'sharp';
import { pendingUploads } from '../../src/db/tables.ts';
import type { Answer, Person } from '../support/test-app.ts';
import type { Attempts, Fixture } from './authorization-fixture.ts';

/** Valid calls, made by any persona. */
export function filesAttempts(fixture: Fixture) {
  const uploads = fixture.shared<string>();
  const uploadOfSelf = () => uploads('of Sol Self', () => makeUploadOfSelf(fixture, 300_000));

  return {
    'files.upload': async (as, situation) => {
      const { folder, key } = filePlaceOf(fixture, situation);
      const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      return fixture.app().call('POST', `/api/files/${folder}?key=${key}`, { as, body });
    },
    'files.list': (as, situation) => {
      const { folder, key } = filePlaceOf(fixture, situation);
      return fixture.app().call('GET', `/api/files/${folder}?key=${key}`, { as });
    },
    'files.createUpload': (as, situation) => {
      const { folder, key } = filePlaceOf(fixture, situation);
      return createUpload(fixture, as, folder, key, 300_000);
    },
    'files.continueUpload': async (as) =>
      fixture.app().call('PATCH', await uploadOfSelf(), {
        as,
        body: Buffer.from('half'),
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
      }),
    'files.removeUpload': async (as) =>
      fixture.app().call('DELETE', await uploadOfSelf(), { as, headers: { 'tus-resumable': '1.0.0' } }),
    'files.uploadResult': async (as) => fixture.app().call('GET', await uploadOfSelf(), { as }),
  } satisfies Attempts<'files'>;
}

/** Creates an upload of `sizeBytes` bytes by Sol Self. Returns its URL. */
async function makeUploadOfSelf(fixture: Fixture, sizeBytes: number): Promise<string> {
  await fixture.db().delete(pendingUploads);
  const { headers } = await createUpload(
    fixture,
    fixture.people().self,
    'usericons',
    fixture.people().self.user._id,
    sizeBytes,
  );
  return String(headers['location']);
}

function createUpload(
  fixture: Fixture,
  as: Person | null,
  folder: string,
  key: string,
  sizeBytes: number,
): Promise<Answer> {
  const metadata = Object.entries({ folder, key }).map(([name, value]) => `${name} ${btoa(value)}`);
  return fixture.app().call('POST', '/api/files/uploads', {
    as,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(sizeBytes),
      'upload-metadata': metadata.join(','),
    },
  });
}

/** Returns the folder and key of a situation. */
const filePlaceOf = (fixture: Fixture, situation: string): { folder: string; key: string } => {
  if (situation === 'ofSelf') return { folder: 'usericons', key: fixture.people().self.user._id };
  return { folder: 'clubbanners', key: situation === 'ofTheClub' ? 'Matrix-Crew' : 'free-url' };
};
