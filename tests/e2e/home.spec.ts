import { expect, openPage, test, WITH_MOTION } from '#tools/browser-test.ts'
import { main, openSearch, region } from '#tools/locators.ts'

test.use(WITH_MOTION)

const HOUR_MS = 3_600_000

test('only the first hero picture loads with the page; the hero advances every 6 s, or pauses (items 53, 58) §2.home.1 §9.8', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const hero = /hero-(\w+)-/.exec(request.url())?.[1]
    if (hero) requested.push(hero)
  })
  await page.clock.install()
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const first = page.getByRole('img', { name: /gold watch/ })
  await expect(first).toHaveAttribute('fetchpriority', 'high')
  await expect.poll(() => requested[0]).toBe('noir')
  expect(requested).not.toContain('terracotta')

  await openPage(page, '/')
  const hero = page.getByRole('region', { name: /in four pictures/ })
  const title = (name: string) => hero.getByRole('heading', { name, exact: true })
  const pictures = hero.getByRole('button', { name: /^Picture \d/ })
  await expect(pictures).toHaveCount(4)
  // With the focus inside, no timer runs; without it, the interval begins.
  await pictures.first().click()
  await page.mouse.move(0, 0)
  await page.clock.pauseAt(Date.now() + HOUR_MS)
  await pictures.first().blur()
  await page.clock.runFor(1)
  await expect(title('Luxury, made in moonlight')).toBeVisible()
  await page.clock.runFor(5_990)
  await expect(title('Luxury, made in moonlight')).toBeVisible()
  await page.clock.runFor(20)
  await expect(title('The green of a garden after rain')).toBeVisible()
  // The slides rest under the open search.
  await openSearch(page)
  await page.clock.runFor(13_000)
  await expect(title('The green of a garden after rain')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.clock.resume()
  await hero.getByRole('button', { name: 'Pause the pictures' }).click()
  await pictures.last().click()
  await pictures.last().blur()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(20_000)
  await expect(title('Dressed for the hour of lamps')).toBeVisible()
  await hero.getByRole('link', { name: 'Explore' }).click()
  await expect.poll(() => page.evaluate(() => scrollY === innerHeight)).toBe(true)
})

test('the pictures below the hero are fetched once its own has painted', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') requested.push(request.url())
  })
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/hero-noir/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('link', { name: 'Shop Now' })).toBeVisible()
  // Pictures near the window are asked for with the first frame.
  await page.evaluate(async () => {
    for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame)
  })
  expect(requested.filter((url) => !url.includes('hero-noir'))).toEqual([])
  release()
  await expect.poll(() => requested.some((url) => url.includes('/api/media/'))).toBe(true)
})

test('Shop Now, four featured products, a scroller of new arrivals and four reasons; the house in 6 images and 4 figures (item 53) §2.home.2 §2.home.3 §2.home.4 §2.about.1', async ({
  page,
}) => {
  await openPage(page, '/')
  await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/shop')
  const featured = region(page, 'Featured Products')
  const arrivals = region(page, 'New Arrivals')
  await expect(featured.getByRole('article')).toHaveCount(4)
  const left = arrivals.getByRole('button', { name: 'Scroll new arrivals left' })
  await expect(left).toBeDisabled()
  await arrivals.getByRole('button', { name: 'Scroll new arrivals right' }).click()
  await expect(left).toBeEnabled()
  await left.click()
  await expect(left).toBeDisabled()
  const all = arrivals.getByRole('link', { name: 'View All' })
  await expect(all).toHaveAttribute('href', '/store?sort=new')
  const categories = region(page, 'The rooms of the house').getByRole('link')
  await expect(categories).toHaveCount(8)
  await expect(categories.first()).toHaveAttribute('href', /^\/shop\/\w+$/)
  const gifts = region(page, 'A present, by what it costs and what it is for').getByRole('link', {
    name: 'Under ₹15,000',
  })
  await expect(gifts).toHaveAttribute('href', /^\/shop\?search=gifts/)
  const why = region(page, 'Why Choose Us')
  const reasons = ['Premium quality', 'Free worldwide shipping', 'Secure payments', '24/7 support']
  await expect(why.getByRole('heading', { level: 3 })).toHaveText(reasons)
  await expect(why.getByText('with no minimum')).toBeVisible()

  await openPage(page, '/about')
  await expect(main(page).getByRole('img')).toHaveCount(6)
  for (const picture of await main(page).getByRole('img').all())
    await expect(picture).toHaveAttribute('alt', /.{10}/)
  const story = region(page, 'A house that works after dark').getByRole('paragraph')
  await expect(story).toHaveText([/./, /./, /./])
  const figures = region(page, 'The house in figures').getByRole('definition')
  await expect(figures).toHaveText(['4.9/5', '12K+', '15+', '500+'])
  const shop = main(page).getByRole('link', { name: 'Explore Collections' })
  await expect(shop).toHaveAttribute('href', '/shop')
})
