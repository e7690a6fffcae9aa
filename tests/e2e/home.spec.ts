import { expect, openPage, test, WITH_MOTION } from '#tests/helpers/browser-test.ts'
import { region } from '#tests/helpers/locators.ts'

test.use(WITH_MOTION)

test('the hero advances every 6 s, or pauses (items 53, 58) §2.home.1 §9.8', async ({ page }) => {
  await page.clock.install()
  await openPage(page, '/')
  const hero = page.getByRole('region', { name: /in four pictures/ })
  const slides = hero.locator('[aria-roledescription=slide]')
  await expect(slides).toHaveCount(4)
  const title = (name: string) => hero.getByRole('heading', { name, exact: true })
  await expect(title('Luxury, made in moonlight')).toBeVisible()
  await page.clock.fastForward(5_900)
  await expect(title('Luxury, made in moonlight')).toBeVisible()
  await page.clock.fastForward(200)
  await expect(title('The green of a garden after rain')).toBeVisible()
  await hero.getByRole('button', { name: 'Pause the pictures' }).click()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(20_000)
  await expect(title('The green of a garden after rain')).toBeVisible()
  await hero.getByRole('button', { name: /^Picture 4/ }).click()
  await expect(title('Dressed for the hour of lamps')).toBeVisible()
  await hero.getByRole('link', { name: 'Explore' }).click()
  await expect.poll(() => page.evaluate(() => scrollY === innerHeight)).toBe(true)
})

test('only the first hero picture loads with the page §2.home.1', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => {
    const hero = /hero-(\w+)-/.exec(request.url())?.[1]
    if (hero) requested.push(hero)
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const first = page.getByRole('img', { name: /gold watch/ })
  await expect(first).toHaveAttribute('fetchpriority', 'high')
  await expect.poll(() => requested[0]).toBe('noir')
  expect(requested).not.toContain('terracotta')
})

test('Shop Now, four featured products, a scroller of new arrivals and four reasons (item 53) §2.home.1 §2.home.2 §2.home.3 §2.home.4', async ({
  page,
}) => {
  await openPage(page, '/')
  await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/shop')
  const featured = region(page, 'Featured Products')
  const arrivals = region(page, 'New Arrivals')
  await expect(featured.getByRole('article')).toHaveCount(4)
  for (const section of [featured, arrivals]) {
    const links = section.getByRole('article').getByRole('link')
    const hrefs = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(hrefs.length).toBeGreaterThanOrEqual(4)
    for (const href of hrefs) expect(href).toMatch(/^\/product\/[a-z0-9-]+$/)
  }
  const left = arrivals.getByRole('button', { name: 'Scroll new arrivals left' })
  const right = arrivals.getByRole('button', { name: 'Scroll new arrivals right' })
  await expect(left).toBeDisabled()
  await right.click()
  await expect(left).toBeEnabled()
  await left.click()
  await expect(left).toBeDisabled()
  const all = arrivals.getByRole('link', { name: 'View All' })
  await expect(all).toHaveAttribute('href', '/store?sort=new')

  const why = region(page, 'Why Choose Us')
  const reasons = ['Premium quality', 'Free worldwide shipping', 'Secure payments', '24/7 support']
  await expect(why.getByRole('heading', { level: 3 })).toHaveText(reasons)
  await expect(why.getByText('with no minimum')).toBeVisible()
})
