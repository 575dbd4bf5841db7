// Loaded before anything is drawn, so that a chosen theme never follows a flash of the other. See app/theme.ts.
{
  const chosen = localStorage.getItem('tracker-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}
