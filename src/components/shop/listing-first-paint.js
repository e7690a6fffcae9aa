// Shows chip, heading and count of the address before the island has hydrated, with skeletons in
// place of the cards of another list. The island ends it.
{
  const section = document.querySelector('[data-listing]')
  const params = new URLSearchParams(location.search)
  const keys = ['category', 'search', 'sort', 'price', 'colour', 'material', 'size', 'availability']
  if (section && keys.some((key) => params.get(key))) {
    const find = (selector) => section.querySelector(selector)
    const named = (params.get('category') || section.dataset.listing).trim().toLowerCase()
    const chip = find(`[data-count][value="${CSS.escape(named)}"]`) || find('[data-count]')
    const search = (params.get('search') || '').replace(/\s+/g, ' ').trim().slice(0, 200)
    for (const button of section.querySelectorAll('[data-count]'))
      button.setAttribute('aria-pressed', String(button === chip))
    for (const button of section.querySelectorAll('[data-sort]'))
      button.setAttribute('aria-pressed', String(button.value === params.get('sort')))
    const isAll = chip.value === 'all'
    const place = isAll ? '' : chip.textContent
    const whole = params.get('sort') === 'new' ? 'New arrivals' : 'The collection'
    find('[data-heading]').textContent = search
      ? `Results for “${search}”${place && ` in ${place}`}`
      : place || whole
    const isCounted = !keys.some((key, at) => at !== 0 && at !== 2 && params.get(key))
    const number = Number(chip.dataset.count)
    const count = `${number.toLocaleString('en-IN')} ${number === 1 ? 'piece' : 'pieces'}`
    find('[data-heading-count]').textContent = isCounted ? `, ${count}` : ''
    find('[data-results-status]').textContent = isCounted ? count : 'Loading products...'
    section.toggleAttribute('data-filtered', true)
    section.toggleAttribute('data-pending', true)
    // Without the island, the static list is better than skeletons.
    setTimeout(() => section.removeAttribute('data-pending'), 8000)
  }
}
