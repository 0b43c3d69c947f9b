if (!document.querySelector('#cards')) {
  if (Date.now() - history.state?.reloaded < 6e4) document.querySelector('.splash').textContent = document.body.dataset.late;
  else {
    history.replaceState({ reloaded: Date.now() }, '');
    location.reload();
  }
}
