import { isDeepStrictEqual } from 'node:util'
import { getDefaultContent } from '#src/content/defaults.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import { holdRequests } from '#tests/helpers/requests.ts'
import { expect } from '#tools/browser-test.ts'
import {
  button,
  callEditor,
  chooseFile,
  createPictureFiles,
  expectLive,
  field,
  press,
  readPage,
  resetContent,
  saveContent,
  saveLive,
  editorTest as test,
} from '#tools/studio.ts'

test('a text of a page is changed, seen in the preview, published and restored', async ({
  page,
  run,
}) => {
  const title = page.getByRole('textbox', { name: 'Title', exact: true }).first()
  const livePage = () => readPage(page, '/about')
  const read = () => callEditor<{ record: ContentRecord }>(page, 'GET', '/content/about')
  const { title: firstTitle } = await resetContent(page, 'about')

  // A typing error: two presses and a search to the field, one to save. The list comes late.
  const showList = await holdRequests(page, '**/api/editor/content')
  await page.goto('/studio')
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('abou')
  await page.keyboard.press('Enter')
  showList()
  await title.fill(`Light of ${run}`)
  await saveLive(page)
  await expect.poll(livePage).toContain(`Light of ${run}`)

  const text = field(page, 'Story', 'Text')
  await text.getByText('They still do').dblclick({ position: { x: 8, y: 8 } })
  await button(page, 'Bold').filter({ visible: true }).click()
  await expect(text.locator('strong')).toHaveText('They')
  await text.getByText('We make little').click()
  await button(page, 'Bullet list').filter({ visible: true }).click()
  await expect(text.getByRole('listitem')).toHaveText(/^We make little/)
  await text.getByText('There is a word').dblclick({ position: { x: 8, y: 8 } })
  await button(page, 'Link').filter({ visible: true }).click()
  await page.getByLabel('Address').fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Enter a path such as \/shop/)).toBeVisible()
  await page.getByLabel('Address').fill('/care')
  await page.keyboard.press('Enter')
  await expect(text.getByRole('link', { name: 'There' })).toBeVisible()
  const [picture] = await createPictureFiles(300)
  const finishUpload = await holdRequests(page, '**/api/editor/pictures')
  await chooseFile(page, page.getByRole('button', { name: /^Choose another/ }).first(), picture)
  const uploads = page.getByRole('list', { name: 'Uploads' })
  await expect(uploads).toBeVisible()
  const alt = page.getByLabel('Alt text').first()
  await alt.fill('A lamp')
  finishUpload()
  await expect(uploads).toBeHidden()
  await expect(alt).toHaveValue('A lamp')
  const figures = page.getByRole('textbox', { name: 'Of what' })
  await button(page, 'Move figure 2').dragTo(button(page, 'Move figure 1'), { steps: 5 })
  await expect(figures.first()).toHaveValue('Customers')
  const preview = page.getByTitle('Preview of the page').contentFrame()
  await expect(preview.getByText('They', { exact: true })).toBeVisible()
  await button(page, 'Remove figure 3').click()
  await expect(figures).toHaveCount(3)
  await press(page, 'Undo')
  await expect(figures.nth(2)).toHaveValue('Awards')
  await press(page, 'Save and publish')
  await expect.poll(livePage).toContain('<strong>They</strong>')
  expect(await livePage()).toMatch(
    /<li[^>]*>We make little[\s\S]*>Customers<[\s\S]*>Average rating</,
  )
  expect((await read()).record.body['picture']).toMatchObject({ alt: 'A lamp' })

  await press(page, 'History')
  await button(page, 'Restore the old title').first().click()
  await expect(title).toHaveValue(firstTitle)
  await press(page, 'Restore the first text')
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(title).toHaveValue(firstTitle)
  await press(page, 'Save and publish')
  // The line of the save before still says that it is live.
  await expect
    .poll(async () => {
      const { record } = await read()
      return isDeepStrictEqual(record.body, record.initialBody)
    })
    .toBe(true)
})

test('Enter in the empty search of Content opens nothing', async ({ page }) => {
  await page.goto('/studio/content')
  const search = page.getByRole('searchbox')
  await expect(search).toBeFocused()
  await expect(page.getByRole('link', { name: /^About/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('abou')
  await expect(search).toHaveValue('abou')
})

test('a removed row takes no fact, and its Undo ends with the form', async ({ page }) => {
  await page.goto('/studio/content/about')
  await page.getByRole('textbox', { name: 'Of what' }).first().focus()
  await button(page, 'Remove figure 1').click()
  await button(page, 'Facts').filter({ visible: true }).click()
  await page.locator('#facts').getByRole('button').first().click()
  await expect(
    page.getByText(/is copied\. Paste it|^Place the cursor in a text first/),
  ).toBeVisible()
  await button(page, 'Remove figure 2').click()
  const removed = page.getByText('Figure 2 is removed.')
  await expect(removed).toBeVisible()
  await page.getByRole('link', { name: 'Today', exact: true }).click()
  await press(page, 'Leave')
  await expect(page).toHaveURL('/studio/today')
  // It would close by itself after ten seconds.
  await expect(removed).toBeHidden({ timeout: 4_000 })
})

test('a figure of the policies changes every text that names it; the cart, the page without a connection and each preview say what their records say', async ({
  page,
  run,
}) => {
  const preview = page.getByTitle('Preview of the page').contentFrame()
  const texts = [`One of ${run}`, `Two of ${run}`] as const
  await page.goto('/studio/content')
  await page.getByRole('link', { name: 'Contact and policies' }).click()
  const resizing = page.getByLabel('Days of the first resizing of a ring')
  await resizing.fill('0')
  await press(page, 'Save and publish')
  await expect(resizing).toBeFocused()
  await expect(resizing).toHaveAccessibleDescription(/1/)
  await resizing.fill('61')
  await press(page, 'Save and publish')
  for (const path of ['/faqs', '/shipping-returns'])
    await expect.poll(() => readPage(page, path)).toContain('within 61 days of delivery, where')

  const cart = await resetContent(page, 'cart')
  await saveContent(page, 'cart', { ...cart, empty: { ...cart.empty, title: texts[0] } })
  const offline = await resetContent(page, 'offline')
  await saveContent(page, 'offline', { ...offline, title: texts[1] })
  await expect.poll(() => readPage(page, '/offline')).toContain(texts[1])
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: texts[0] })).toBeVisible()

  const footer = getDefaultContent('footer')
  for (const tagline of texts) {
    const input = { body: { ...footer, tagline } }
    const path = '/content/footer/preview'
    const { html } = await callEditor<{ html: string }>(page, 'POST', path, input)
    expect(html).toContain(tagline)
  }
  await page.goto('/studio/content')
  await page.getByRole('link', { name: 'Product page' }).click()
  await page.getByLabel('Related products').fill(texts[0])
  await expect(preview.getByRole('heading', { name: texts[0] })).toBeVisible()
  for (const id of ['facts', 'cart', 'offline'] as const) await resetContent(page, id)
})

test('a category is begun, corrected, saved, archived and restored', async ({
  page,
  console,
  run,
}) => {
  // The site has a page of a category once it has a piece, and no preview of one that there is not.
  console.allow(/status of 40[04]/)
  const name = `Lamps ${run}`
  const key = `lamps-${run}`
  const dialog = page.getByRole('dialog')
  await page.goto('/studio/content')
  await press(page, 'New category')
  await dialog.getByLabel('Name').fill('Bags')
  await expect(dialog.getByText('“Bags” has this address. Choose another one.')).toBeVisible()
  await dialog.getByLabel('Name').fill(name)
  await expect(dialog.getByText(`The page will be at /shop/${key}`)).toBeVisible()
  // It is made from the name.
  await expect(dialog.getByLabel('Address')).toHaveAttribute('readonly')
  await press(page, 'Write it')
  const introduction = page.getByRole('textbox', { name: 'Introduction' })
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await press(page, 'Save and publish')
  await expect(introduction).toBeFocused()
  await introduction.fill('Brass and glass, ')
  await press(page, 'Facts')
  await page.getByRole('button', { name: 'Telephone number' }).click()
  await expect(introduction).toHaveValue('Brass and glass, {phone}')
  const finishSave = await holdRequests(page, '**/api/editor/content')
  await press(page, 'Save and publish')
  await introduction.fill('Typed during the first save')
  finishSave()
  await expect(page.getByText(`${name} is saved.`)).toBeVisible()
  await expect(introduction).toHaveValue('Typed during the first save')
  await press(page, 'Save and publish')
  await expect(page.getByText(/^(?:Saving…|Not saved)$/)).toHaveCount(0)
  // One toast a record.
  await expect(page.getByText(`${name} is saved.`)).toHaveCount(1)
  await expect(page.getByText('A category gets its page with its first piece.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the live page' })).toHaveCount(0)
  await press(page, 'Archive')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText(`${name} is archived.`)).toBeVisible()
  await page.getByRole('link', { name: 'All content' }).click()
  await page.getByRole('region', { name: 'Archived' }).getByRole('link', { name }).click()
  await press(page, 'Restore')
  await expect(page.getByText(`${name} is on the site again.`)).toBeVisible()
  await callEditor(page, 'PUT', `/content/category:${key}/archived`, { archived: true })

  await test.step('the order of categories names those that there are', async () => {
    await page.goto('/studio/content/shop')
    await press(page, 'Add a category')
    const order = page.getByRole('region', { name: 'Categories in their order' })
    const last = order.getByRole('combobox').last()
    // Nothing is wrong with a row that is not filled in yet.
    await expect(last).toBeFocused()
    await last.pressSequentially('Jewe')
    await expect(page.getByText('Fill this in.')).toHaveCount(0)
    await last.fill(`Umbrellas ${run}`)
    await expect(page.getByText(`There is no category “Umbrellas ${run}”.`)).toBeVisible()
    await press(page, 'Create it')
    await expect(last).toHaveValue(`umbrellas-${run}`)
    const umbrellas = `/content/category:umbrellas-${run}`
    await callEditor(page, 'PUT', `${umbrellas}/archived`, { archived: true })
    await last.fill('')
    await last.blur()
    await expect(page.getByText('Fill this in.')).toBeVisible()
  })
})

test('two editors of one text keep both if their fields differ, and choose if they do not', async ({
  page,
  console,
  run,
}) => {
  console.allow(/status of 409/)
  type Text = { type: string; spans: { text: string }[] }[]
  const { story, ...rest } = await resetContent(page, 'about')
  const withTitle = (title: string) => ({ ...rest, story, title })
  const withWords = (words: string) => ({
    ...rest,
    story: {
      ...story,
      text: (story.text as Text).map((block, at) =>
        at === 0 ? { ...block, spans: [...block.spans, { text: words }] } : block,
      ),
    },
  })
  const readBody = async () => {
    const { record } = await callEditor<{ record: ContentRecord }>(page, 'GET', '/content/about')
    return JSON.stringify(record.body)
  }
  const text = field(page, 'Story', 'Text')
  const typeAtEnd = async (words: string) => {
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(words)
  }
  const dialog = page.getByRole('dialog')

  await page.goto('/studio/content/about')
  await expect(text).toContainText('There is a word')
  await saveContent(page, 'about', withTitle(`Theirs ${run}`))
  await typeAtEnd(` Mine ${run}.`)
  await press(page, 'Save and publish')
  await expect(dialog.getByText('You changed different fields')).toBeVisible()
  await expect(dialog.locator('mark').filter({ hasText: 'Mine' })).toBeVisible()
  await expect(dialog.locator('mark').filter({ hasText: 'Theirs' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save both' }).click()
  await expect.poll(readBody).toMatch(new RegExp(`Mine ${run}`))
  expect(await readBody()).toContain(`Theirs ${run}`)

  // Both versions of one field stand side by side, also if the paragraphs differ.
  await page.goto('/studio/content/about')
  await expect(text).toContainText(`Mine ${run}.`)
  await saveContent(page, 'about', withWords(` Ours ${run}.`))
  await typeAtEnd(` Later ${run}.`)
  await press(page, 'Save and publish')
  const theirs = dialog.getByRole('radio', { name: /^The other editor's/ })
  await expect(dialog.getByRole('radio', { name: /^Yours/ })).toBeVisible()
  await theirs.click()
  await dialog.getByRole('button', { name: 'Save both' }).click()
  await expectLive(page)
  expect(await readBody()).toContain(`Ours ${run}`)
  expect(await readBody()).not.toContain(`Later ${run}`)
  await resetContent(page, 'about')
})

test('what is pasted into a text is reduced to what pages have; the preview of a mail has its styles', async ({
  page,
}) => {
  const html = `<style>p { color: red }</style><h1>Care</h1>
    <p class="MsoNormal">A <b>bold</b><br><i>line</i> <a href="javascript:alert(1)">there</a></p>
    <p class="MsoListParagraph"><span style="mso-list:Ignore">·</span>One</p>
    <ul><li><p>Two</p><ul><li>Three</li></ul></li></ul><img src="x">`
  await page.goto('/studio/content/about')
  const text = field(page, 'Story', 'Text')
  await text.click()
  await page.keyboard.press('Control+a')
  const paste = (input: string) =>
    text.evaluate((element, content) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/html', content)
      const init = { clipboardData, bubbles: true, cancelable: true }
      element.dispatchEvent(new ClipboardEvent('paste', init))
    }, input)
  await paste(html)
  await expect(text.getByRole('listitem')).toHaveText(['One', 'Two', 'Three'])
  await expect(text.getByRole('heading')).toHaveText('Care')
  await expect(text.locator('h3 ~ p')).toHaveText(['A bold', 'line there'])
  await expect(text.locator('strong')).toHaveText('bold')
  await expect(text.locator('a, i, img, style')).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(text.getByText('There is a word')).toBeVisible()

  // The first block keeps its kind, lines their paragraphs, and blank lines of word processors go.
  const pasted: [html: string, blocks: string[]][] = [
    ['<h3>Head</h3><p>Text</p>', ['H3 Head', 'P Text']],
    ['<ul><li>One</li><li>Two</li></ul>', ['LI One', 'LI Two']],
    ['<ol><li>One</li></ol><p>Two</p>', ['LI One', 'P Two']],
    ['<p>One<br><br>Two</p>', ['P One', 'P Two']],
    ['One<br>Two<b>, three<br>Four</b>', ['P One', 'P Two, three', 'P Four']],
    ['<div>One<br></div><div><br></div><div>Two</div>', ['P One', 'P Two']],
    [
      `<b style="font-weight:normal" id="docs-internal-guid-0"><p><span>One</span></p><br>
        <h2>Head</h2><br><ul><li><p>Two</p></li></ul></b><br class="Apple-interchange-newline">`,
      ['P One', 'H3 Head', 'LI Two'],
    ],
    ['<p>One<o:p></o:p></p><p><o:p>&nbsp;</o:p></p><p>Two</p>', ['P One', 'P Two']],
    ['<h2>A<br>head</h2><p>Text</p>', ['H3 A head', 'P Text']],
    [
      '<span class="selectable-text copyable-text"><span>Dear team,\n\nOne\nTwo</span></span>',
      ['P Dear team,', 'P One', 'P Two'],
    ],
    ['<span style="white-space: pre-wrap">One\nTwo</span>', ['P One', 'P Two']],
    ['<pre><code>One\nTwo</code></pre>', ['P One', 'P Two']],
    ['<address>One Road<br>Jaipur</address>', ['P One Road', 'P Jaipur']],
    [
      '<table><tr><th>Size</th><th>mm</th></tr><tr><td>6</td><td>16</td></tr></table><p>End</p>',
      ['P Size mm', 'P 6 16', 'P End'],
    ],
    [
      `<b style="font-weight:normal" id="docs-internal-guid-1"><table><tr><td><p>Size</p></td>
        <td><p><span>mm</span></p></td></tr></table></b>`,
      ['P Size mm'],
    ],
    ['<p>One<img src="x">two</p><script>alert(1)</script>', ['P One two']],
    [
      '<p>One</p><button>Buy</button><p hidden>Two</p><p style="display: none">Three</p>',
      ['P One'],
    ],
    ['<dl><dt>Metal</dt><dd>Gold</dd></dl>', ['P Metal', 'P Gold']],
    ['<details><summary>More</summary>Text</details>', ['P More', 'P Text']],
    ['<p>\u200b</p><p>One\u00a0two</p><p>\ufeff</p>', ['P One\u00a0two']],
    ['<center>One</center><center>Two</center>', ['P One', 'P Two']],
    ['<ul><li>One</li></ul>\n<aside>\n💡 Two\n</aside>', ['LI One', 'P 💡 Two']],
    [
      '<table><tr><td><img src="x"></td><td><h2>Head</h2><p>One</p><ul><li>Two</li></ul></td></tr></table>',
      ['H3 Head', 'P One', 'LI Two'],
    ],
    [
      '<table><caption>Sizes</caption><tr><td><table><tr><td>One</td></tr><tr><td>Two</td></tr></table></td></tr></table>',
      ['P Sizes', 'P One', 'P Two'],
    ],
    ['<p>Our <del>old</del><ins>new</ins> house</p>', ['P Our new house']],
    [
      '<p>Gold<a href="#_ftn1"><span class=MsoFootnoteReference>[1]</span></a> ring</p>',
      ['P Gold ring'],
    ],
    ['<div><object><table><tr><td>A</td><td>B</td></tr></table></object></div>', ['P A B']],
    [
      "<p>One</p><div style='mso-element:comment-list'><div style='mso-element:comment'><p>A note</p></div></div>",
      ['P One'],
    ],
    ['<p>With <img alt="❤️" src="x"> from <img alt="Jaipur" src="x"></p>', ['P With ❤️ from']],
    [
      `<div class="ListContainerWrapper"><ul class="BulletListStyle1"><li><p>One<span class="EOP">&nbsp;</span></p></li></ul></div>
        <div class="ListContainerWrapper"><ul class="BulletListStyle1"><li><p>Two</p></li></ul></div>`,
      ['LI One', 'LI Two'],
    ],
    // What an item has keeps its order, and its words stay apart.
    [
      '<ul><li>One<ul><li>Two</li></ul>three<ol><li>Four</li></ol></li><li>Five</li></ul>',
      ['LI One', 'LI Two', 'LI three', 'LI Four', 'LI Five'],
    ],
    [
      '<ul><li>One<p>Two</p></li><li><p>Three</p>four</li></ul>',
      ['LI One', 'LI Two', 'LI Three', 'LI four'],
    ],
    ['<ul><li><h3>Head</h3><p>One</p></li></ul>', ['LI Head', 'LI One']],
    [
      '<table><tr><td><p>Sizes</p><ul><li>16</li></ul></td><td>a<div>b</div></td></tr></table>',
      ['P Sizes 16 a b'],
    ],
    ['<p role="heading" aria-level="2">Head</p><p>One</p>', ['H3 Head', 'P One']],
    ['<p class="MsoTitle">Head</p><p class="MsoNormal">One</p>', ['H3 Head', 'P One']],
    [
      `<p class="MsoNormal" style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.</span>One</p>
        <p class="MsoNormal">Two</p>`,
      ['LI One', 'P Two'],
    ],
  ]
  for (const [input, blocks] of pasted) {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await paste(input)
    const found = text.locator('h3, p:not(li p), li')
    await expect(found).toHaveText(blocks.map((block) => block.replace(/^\w+ /, '')))
    const kinds = found.evaluateAll((all) => all.map(({ tagName }) => tagName))
    expect(await kinds).toEqual(blocks.map((block) => block.split(' ', 1)[0]))
  }
  await page.keyboard.press('Control+a')
  await paste(
    '<p><strong>One <span style="font-weight: 400">two</span></strong> <b style="font-weight: 400">three</b></p>',
  )
  await expect(text.locator('strong')).toHaveText('One')
  // A link of Google Docs leads where it says, and one to Google itself stays.
  const map = 'https://www.google.com/maps?q=Jaipur'
  await page.keyboard.press('Control+a')
  await paste(`<p><a href="${map}">One</a></p>`)
  await expect(text.locator('a')).toHaveAttribute('href', map)
  const byGoogle = 'https://www.google.com/url?q=https://kairavi.example/a&amp;sa=D'
  await page.keyboard.press('Control+a')
  await paste(`<p><a href="${byGoogle}">One</a></p>`)
  await expect(text.locator('a')).toHaveAttribute('href', 'https://kairavi.example/a')
  const byOutlook =
    'https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fkairavi.example%2Fb&amp;data=05'
  await page.keyboard.press('Control+a')
  await paste(`<p><a href="${byOutlook}">One</a> <a href="#top">two</a></p>`)
  await expect(text.locator('a')).toHaveAttribute('href', 'https://kairavi.example/b')
  // Where its visitor comes from is no part of it.
  await page.keyboard.press('Control+a')
  await paste(
    '<p><a href="https://kairavi.example/a?utm_source=x&amp;size=9&amp;gclid=y">One</a></p>',
  )
  await expect(text.locator('a')).toHaveAttribute('href', 'https://kairavi.example/a?size=9')
  await page.keyboard.press('Control+a')
  await paste('<p><a href="http://kairavi.example/c d">One</a></p>')
  await expect(text.locator('a')).toHaveAttribute('href', 'https://kairavi.example/c%20d')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await text.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '# Care\n\n- One\n- **Two**\n\nThree\u2028Four')
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(text.getByRole('heading')).toHaveText('Care')
  await expect(text.getByRole('listitem')).toHaveText(['One', 'Two'])
  await expect(text.locator('p:not(li p)')).toHaveText(['Three', 'Four'])
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.type('Typed')
  await paste('<h3>Head</h3><p>Text</p>')
  await expect(text.getByRole('heading')).toHaveText('Head')

  // The policy of the studio allows the styles of a mail in its frame.
  await page.goto('/studio/content')
  await page.getByRole('region', { name: 'Mails' }).getByRole('link').first().click()
  const mail = page.getByTitle('Preview of the page').contentFrame()
  const styled = mail.locator('[style*="background"]').first()
  await expect(styled).toHaveCSS('background-color', /^rgb\(/)
})

test('a long list of a form begins collapsed, and a press in the preview opens its item', async ({
  page,
}) => {
  await page.goto('/studio/content/home')
  const slides = page.getByRole('region', { name: 'Slides' })
  await expect(slides.getByText(/^\d\. /)).toHaveCount(4)
  await expect(slides.getByRole('textbox')).toHaveCount(0)
  const preview = page.getByTitle('Preview of the page').contentFrame()
  await preview.getByText('Secure payments').click()
  await expect(page.locator('form :focus')).toHaveValue('Secure payments')
})

test('typing a condition of a collection chooses all products that fit, and says how many', async ({
  page,
  run,
}) => {
  await page.goto('/studio/content')
  await press(page, 'New collection')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(`Scents ${run}`)
  await page.keyboard.press('Enter')
  const rule = page.getByRole('region', { name: 'And every product that fits' })
  const only = rule.getByLabel('Products', { exact: true })
  await expect(only).toHaveValue('none')
  await expect(page.getByText('The chosen products alone: 0 pieces.')).toBeVisible()
  await rule.getByLabel('To ₹').fill('20000')
  await expect(only).toHaveValue('all')
  await expect(
    page.getByText(/^With every product that fits, the collection has [1-9]\d* pieces?\.$/),
  ).toBeVisible()
  // Whoever chooses otherwise after that is not corrected.
  await only.selectOption('none')
  await expect(only).toHaveValue('none')
})
