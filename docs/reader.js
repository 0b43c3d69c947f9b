// Tells the scripts of mdBook where the root of the book is. The content security policy allows no script inside a page.
/* exported path_to_root */
var path_to_root = document.currentScript.dataset.root;
window.path_to_searchindex_js = path_to_root + 'searchindex.js';
