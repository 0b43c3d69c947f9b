// Stands behind the script of the page. Where that could not be loaded, this page is older than its server: it is
// loaded anew, once. Its words are in the page.

if (!document.getElementById('cards')) {
  if (Date.now() - history.state?.reloaded < 6e4) document.querySelector('.splash').textContent = document.body.dataset.late;
  else {
    history.replaceState({ reloaded: Date.now() }, '');
    location.reload();
  }
}
