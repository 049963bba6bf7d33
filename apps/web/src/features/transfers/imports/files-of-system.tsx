import { useEffect, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router';
import { showErrorToast } from '../../../ui/toast-store.ts';
import { handedFiles, takeHandedFiles, takeSharedFiles } from './handed-files.ts';
import { addFiles } from './import-run.ts';
import { followLaunches } from './launches.ts';

/** Reads the files that the system has opened with the app or shared with it. Shows nothing of its own. */
export function FilesOfSystem() {
  const handed = useSyncExternalStore(handedFiles.subscribe, handedFiles.get);
  useEffect(() => followLaunches(), []);
  useEffect(() => {
    if (handed.length > 0) void addFiles(takeHandedFiles());
  }, [handed]);
  const [search, setSearch] = useSearchParams();
  const isShared = search.has('shared');
  useEffect(() => {
    if (!isShared) return;
    void takeShared();
    // A reload must not look for them again.
    setSearch({}, { replace: true });
  }, [isShared, setSearch]);
  return null;
}

async function takeShared(): Promise<void> {
  let files: readonly File[] = [];
  try {
    files = await takeSharedFiles();
  } catch (error) {
    console.warn("The shared files couldn't be read", error);
  }
  if (files.length > 0) await addFiles(files);
  else showErrorToast("The shared files didn't arrive. Choose them here.");
}
