// Before the first paint: the chosen theme, and what style sheets know of the address and the device.
{
  const { dataset } = document.documentElement
  // The section of a product's page is `product` also if the 404 page stands in for a newer product.
  dataset.section = location.pathname.split('/')[1]
  const filters = /[?&](__LIST_FILTERS__)=./
  // The list that the page was rendered with: `*` is the list of the address, otherwise a category.
  const { list } = dataset
  if (list !== '*' && filters.test(location.search.replace(`category=${list}`, '')))
    dataset.filtered = ''
  // Parts out of sight are rendered with the first scroll, and at once if the browser restores a scroll
  // position: that is in pixels, so that cards above it need their real height.
  const renderAll = () => (dataset.scrolled = '')
  if (performance.getEntriesByType('navigation')[0]?.type === 'navigate')
    addEventListener('scroll', renderAll, { once: true, passive: true })
  else renderAll()
  try {
    // Firefox without storage has null, which @nanostores/persistent reads as one.
    if (!localStorage) Object.defineProperty(window, 'localStorage', { value: undefined })
    const theme = localStorage.getItem('__THEME_KEY__')
    if (theme === 'light' || theme === 'dark') dataset.theme = theme
    if (localStorage.getItem('__SESSION_HINT_KEY__')) dataset.session = ''
  } catch {}
}
