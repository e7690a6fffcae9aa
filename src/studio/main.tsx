import './studio.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import { App } from './app/App.tsx'
import { queryClient } from './app/api.ts'
import { routerOptions } from './app/router.ts'

const root = document.getElementById('studio')
if (root)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <Router {...routerOptions}>
        <App />
      </Router>
    </QueryClientProvider>,
  )
