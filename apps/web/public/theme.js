// Runs before the first paint, so that a stored color mode never flashes in another one. It is a file of its own
// because the Content-Security-Policy refuses inline scripts. Keys and values are those of src/ui/appearance.ts.
// Whoever is signed in gets a page with the indices of their account, which may have changed on another device.
(function () {
  var modes = ['light', 'dark', 'blue'];
  var tints = ['blue', 'green', 'purple', 'mint'];
  var stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('appearance') || '{}') || {};
  } catch {
    stored = {};
  }
  var root = document.documentElement;
  var mode = modes[root.dataset.themeColor] || stored.mode;
  if (modes.indexOf(mode) < 0) mode = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  var tint = tints[root.dataset.tintColor] || stored.tint;
  if (tints.indexOf(tint) < 0) tint = 'blue';
  root.setAttribute('data-mode', mode);
  root.setAttribute('data-tint', tint);
  root.setAttribute('data-mantine-color-scheme', mode === 'light' ? 'light' : 'dark');
})();
