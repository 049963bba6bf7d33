// Does nothing: the page finds out by it whether this browser allows the product to work offline.
addEventListener('install', () => {});
