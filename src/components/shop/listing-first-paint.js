// Shows chip, heading and count of the address, and skeletons, until the island has hydrated.
{
  const section = document.querySelector('[data-listing]')
  const params = new URLSearchParams(location.search)
  const get = (key) => params.get(key) || ''
  const { category, sort, search, ...facets } = Object.fromEntries(
    'category sort search price colour material size availability'
      .split(' ')
      .map((key) => [key, get(key).trim()]),
  )
  // The browser restores a scroll position in pixels, so that cards above it need their real height.
  if (performance.getEntriesByType('navigation')[0]?.type !== 'navigate')
    section.dataset.restored = ''
  const isFaceted = search + Object.values(facets).join('')
  if (category || sort || isFaceted) {
    const find = (selector) => section.querySelector(selector)
    const named = (category || section.dataset.listing).toLowerCase()
    const chip = find(`[data-count][value="${CSS.escape(named)}"]`) || find('[data-count]')
    for (const button of section.querySelectorAll('[data-count], [data-sort]'))
      button.setAttribute('aria-pressed', String(button === chip || button.value === sort))
    const place = chip.value === 'all' ? '' : chip.textContent
    find('[data-heading]').firstChild.data = search
      ? `Results for “${search.replace(/\s+/g, ' ').slice(0, 200)}”${place && ` in ${place}`}`
      : place || (sort === 'new' ? 'New arrivals' : 'The collection')
    const number = Number(chip.dataset.count)
    const count = `${number.toLocaleString('en-IN')} ${number === 1 ? 'piece' : 'pieces'}`
    find('[data-heading-count]').textContent = isFaceted ? '' : `, ${count}`
    find('[data-results-status]').textContent = isFaceted ? 'Loading products...' : count
    section.dataset.filtered = section.dataset.pending = ''
    // Without the island, the static list is better than skeletons.
    setTimeout(() => section.removeAttribute('data-pending'), 8000)
  }
}
