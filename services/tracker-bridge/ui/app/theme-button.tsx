import { Moon, Sun } from 'lucide-react';
import { IconButton } from '../components/button.tsx';
import { chooseTheme, useTheme } from './theme.ts';

export function ThemeButton() {
  const theme = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Use ${other} colours`}
      icon={theme === 'dark' ? Sun : Moon}
      onClick={() => chooseTheme(other)}
    />
  );
}
