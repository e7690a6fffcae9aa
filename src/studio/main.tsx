import './studio.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

const root = document.getElementById('studio')
if (root) createRoot(root).render(<App />)
