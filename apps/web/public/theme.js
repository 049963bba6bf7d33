// Runs before the first paint, so that a stored color mode never flashes in another one. It is a file of its own
// because the Content-Security-Policy refuses inline scripts. Keys and values are those of src/ui/appearance.ts.
(function () {
  var modes = ['light', 'dark', 'blue'];
  var tints = ['blue', 'green', 'purple', 'mint'];
  var stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('appearance') || '{}') || {};
  } catch {
    stored = {};
  }
  var mode = stored.mode;
  if (modes.indexOf(mode) < 0) mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  var tint = tints.indexOf(stored.tint) < 0 ? 'blue' : stored.tint;
  var root = document.documentElement;
  root.setAttribute('data-mode', mode);
  root.setAttribute('data-tint', tint);
  root.setAttribute('data-mantine-color-scheme', mode === 'light' ? 'light' : 'dark');
})();
