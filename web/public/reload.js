// Stands behind the script of the page. Where that could not be loaded, this page is older than its server: it is
// loaded anew, once.

if (!document.getElementById('cards')) {
  if (Date.now() - history.state?.reloaded < 60_000) {
    document.querySelector('.splash').textContent =
      { de: 'Bitte lade die Seite in einer Minute neu.', fr: 'Rechargez la page dans une minute.' }[
        navigator.language.slice(0, 2)
      ] ?? 'Reload the page in a minute.';
  } else {
    history.replaceState({ reloaded: Date.now() }, '');
    location.reload();
  }
}
