// Before the first paint: the chosen theme, and what style sheets know of the address and the device.
{
  const { dataset } = document.documentElement
  // Of a product's page, also where the 404 page stands in for a product that is newer.
  dataset.section = location.pathname.split('/')[1]
  const filters =
    /[?&](search|sort|category|price|colour|material|size|movement|strap|metal|stone|concentration|volume|availability)=./
  if (filters.test(location.search)) dataset.filtered = ''
  // The browser restores a scroll position in pixels, so that cards above it need their real height.
  if (performance.getEntriesByType('navigation')[0]?.type !== 'navigate') dataset.restored = ''
  try {
    const theme = localStorage.getItem('__THEME_KEY__')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (localStorage.getItem('__SESSION_HINT_KEY__')) dataset.session = ''
  } catch {}
}
