/* Files that the operating system hands to the installed app. The manifest names them, and the page accepts them. */

/** The path of Import: the system opens files with it. */
export const importPath = '/training/import';

/** The form that the system's "Share" sends: the service worker stores it, and then Import opens. */
export const sharedFiles = {
  path: '/share',
  field: 'files',
  /** Import with this query takes the files that the worker keeps. */
  opens: `${importPath}?shared`,
  /** Cache Storage in which the worker keeps them until Import takes them. */
  cache: 'boathouse-shared-files',
  /** Header of a kept file with its name, encoded as in an address. */
  nameHeader: 'file-name',
} as const;

/**
 * The types of files that Import reads, by media type. Systems without a type for FIT and TCX files use the extension.
 */
export const importedTypes = {
  'application/vnd.ant.fit': ['.fit'],
  'application/vnd.garmin.tcx+xml': ['.tcx'],
  'text/csv': ['.csv'],
} as const;
