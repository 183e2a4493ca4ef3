-- A spinner: it turns while there is something to wait for, after a short delay so that it does not flicker.
local Spinner = {}
Spinner.__index = Spinner

--- A spinner at rest. `turned()` is called after each turn; `turn` counts them from 0, and is nil while nothing is shown.
function Spinner.new(turned)
  return setmetatable({ turned = turned }, Spinner)
end

--- Starts or stops the spinner.
function Spinner:set(busy)
  if busy and not self.timer then
    self.timer = assert(vim.uv.new_timer())
    self.timer:start(120, 80, vim.schedule_wrap(function()
      if self.timer then
        self.turn = (self.turn or -1) + 1
        self.turned()
      end
    end))
  elseif not busy and self.timer then
    self.timer:stop()
    self.timer:close()
    self.timer, self.turn = nil, nil
  end
end

return Spinner
