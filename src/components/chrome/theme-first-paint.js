try {
  const theme = localStorage.getItem('__THEME_KEY__')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
