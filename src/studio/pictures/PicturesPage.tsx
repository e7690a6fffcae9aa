import { useState } from 'react'
import { Page } from '../ui/controls.tsx'
import { ContentNav } from '../ui/SectionNav.tsx'
import { PictureDialog } from './PictureDialog.tsx'
import { PictureGrid } from './PictureGrid.tsx'

/** Every picture of products and pages, where it is shown, and what can be done with it. */
export function PicturesPage() {
  const [file, setFile] = useState<string>()
  return (
    <Page title="Pictures">
      <ContentNav />
      <PictureGrid onChoose={(picture) => setFile(picture.file)} />
      {file !== undefined && (
        <PictureDialog key={file} file={file} onOpen={setFile} onClose={() => setFile(undefined)} />
      )}
    </Page>
  )
}
