// Where the page's own script is gone, the page is older than its server.
if (!document.getElementById('cards')) {
  if (Date.now() - history.state?.reloaded < 6e4) document.querySelector('.splash').textContent = document.body.dataset.late;
  else {
    history.replaceState({ reloaded: Date.now() }, '');
    location.reload();
  }
}
